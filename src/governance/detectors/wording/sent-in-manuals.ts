/** What manuals and programs send all day: phrases like those of an order to carry something out, which say how a thing works. */

const address = /https?:\/\//i;

/** The method of HTTP as a word: `a POST request to the login URL`, and a row `POST /v1/chat | HTTP` of a table of routes. */
const method = /^POST(?:\s+(?:\/\S|requests?\b)|\/[A-Z]{3,}|`{1,2}\s+with\b|\s+with\b|\s+data\b)/;
const secrecy = /^forward secrecy\b/i;
/** A library that is called `send`, and what leaks where nobody sends anything. */
const name = /^(?:send (?:is|was)\b|leak(?:s|ed|ing)? memory\b)/i;
/** `Cookies are sent over HTTPS`: by which protocol, and not where to. */
const protocol = /\b(?:over|via|using|by|through|plain) https?\b(?!:)/i;
/** `Send some data in the URL`: where a request holds it. */
const inAddress = /\bin (?:the|a|its) (?:url|query)$/i;
const toServer = /^send your own cookies to the server\b/i;
/** `Forward logs to [a service](https://…) through its API`: by which way. */
const byInterface = /\b(?:through|via|using|with|by) (?:its|their|the|an?) api$/i;
/** What somebody types to an interpreter. */
const prompt = /\n[ \t]*>>> /;
/** `post('https://example.com/…', data)`: to a place that only manuals name, unless it takes what somebody said or keeps. */
const call =
  /^\w+\(\s*["'`]https?:\/\/(?:[\w-]+\.)*(?:example\.(?:com|org|net)|httpbin\.org|localhost|some\.url)\b/i;
const taken =
  /open\(|environ|secret|token|password|credential|history|conversation|transcript|prompt|\.env\b|chat|system/i;
/** Of what is said and kept no manual speaks so. The parts of a path are names. */
const said =
  /\b(?:conversations?|history|chats?|transcripts?|secrets|passwords|credentials|instructions|prompts?)\b/i;
const path = /\/\S+/g;

/** `phrase`: in the letters in which it was written; `following`: what stands behind it. */
export function isSentInManuals(phrase: string, following: string): boolean {
  const whole = phrase + following;
  if (call.test(whole)) return !taken.test(whole);
  if (secrecy.test(phrase)) return true;
  if (said.test(whole.replaceAll(path, ''))) return false;
  if (name.test(phrase) || prompt.test(phrase) || byInterface.test(phrase)) return true;
  if (address.test(phrase)) return false;
  if (toServer.test(phrase)) return !address.test(following);
  return method.test(phrase) || protocol.test(phrase) || inAddress.test(phrase);
}
