/** A place to send judged calls to, as the configuration names it, and how one is chosen for a call. */
import { GatewayError } from '../errors.ts';
import { matchesStars } from '../governance/stars.ts';
import type { FamilyName } from './dialects/family.ts';
import type { FailureKind } from './failure.ts';

export type Upstream = {
  /** Also the prefix of its own routes; several families of one provider may share it. */
  readonly name: string;
  readonly family: FamilyName;
  /** With `/v1` for openai, without a version for the others. */
  readonly baseUrl: string;
  /** The header that carries the provider's credential, and its value as it is sent (`Bearer …`). */
  readonly credential?: { readonly header: string; readonly value: string };
  /** Further headers for every call to it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Set for Azure's form of the openai family, which names the model in the path. */
  readonly azureApiVersion?: string;
  /** Patterns of the models that it may be asked for; absent: any. */
  readonly models?: readonly string[];
};

/** Whose model a pattern matches goes to one upstream, or to several by weight. */
export type RouteEntry = {
  readonly model: string;
  readonly upstream?: string | undefined;
  readonly targets?: readonly { readonly upstream: string; readonly weight: number }[] | undefined;
  /** Asked in this order where the targets failed and `retryOn` names how. */
  readonly fallback?: readonly string[];
  /** How often a call is sent at most; absent: once. */
  readonly attempts?: number;
  readonly retryOn?: readonly FailureKind[];
};

/** Which of a route's targets is next; undefined where it has none among these. */
export type Pick = (entry: RouteEntry, among: readonly Upstream[]) => Upstream | undefined;

/** The model that the built-in upstream answers for, and that upstream's name. */
export const sandboxName = 'sandbox';

export type Choice = {
  readonly family: FamilyName;
  readonly model: string;
  /** The upstream that the path names, where it names one. */
  readonly prefix: string | undefined;
};

/** The path's prefix, else the first route whose pattern matches, else the family's first upstream. */
export function chooseUpstream(
  choice: Choice,
  upstreams: readonly Upstream[],
  routes: readonly RouteEntry[],
  pick: Pick,
): Upstream {
  const { family, model, prefix } = choice;
  const ours = upstreams.filter((upstream) => upstream.family === family);
  const named = (name: string): Upstream | undefined => ours.find((each) => each.name === name);
  const check = (upstream: Upstream | undefined): Upstream => {
    if (upstream !== undefined && serves(upstream, model)) return upstream;
    throw refuseUnserved(model, family, upstreams);
  };
  if (prefix !== undefined) return check(named(prefix));
  if (model === sandboxName) return check(named(sandboxName));
  const route = findRoute(choice, upstreams, routes);
  if (route !== undefined) return check(pick(route, ours));
  const others = ours.filter((upstream) => upstream.name !== sandboxName);
  return check(others.find((upstream) => serves(upstream, model)) ?? others[0]);
}

/** The first route whose pattern matches the model and that names an upstream of the family. */
export function findRoute(
  { family, model }: Choice,
  upstreams: readonly Upstream[],
  routes: readonly RouteEntry[],
): RouteEntry | undefined {
  const ours = upstreams.filter((upstream) => upstream.family === family);
  return routes.find(
    (entry) =>
      matchesStars(entry.model, model) &&
      targetsOf(entry).some((target) => ours.some(({ name }) => name === target.upstream)),
  );
}

export function targetsOf({
  upstream,
  targets,
}: RouteEntry): readonly { readonly upstream: string; readonly weight: number }[] {
  return targets ?? (upstream === undefined ? [] : [{ upstream, weight: 1 }]);
}

/** The family's default upstream, for calls that name no model. */
export function findDefault(
  family: FamilyName,
  upstreams: readonly Upstream[],
): Upstream | undefined {
  const ours = upstreams.filter((upstream) => upstream.family === family);
  return ours.find((upstream) => upstream.name !== sandboxName) ?? ours[0];
}

/** A pattern is a name in which `*` stands for anything. An empty list allows everything. */
export function isAllowed(patterns: readonly string[], name: string): boolean {
  return patterns.length === 0 || patterns.some((pattern) => matchesStars(pattern, name));
}

export function serves(upstream: Upstream, model: string): boolean {
  // A call that names no model, a list of them, is for the upstream as a whole.
  return model === '' || isAllowed(upstream.models ?? [], model);
}

/** By which variables of the gateway's own environment a family gets its upstream, the usual one first. */
export const upstreamVariables: Readonly<Record<FamilyName, readonly string[]>> = {
  openai: ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  anthropic: ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
  gemini: ['GEMINI_API_KEY', 'GOOGLE_GEMINI_BASE_URL'],
  ollama: ['OLLAMA_HOST'],
};

/** Whoever calls may be the very one who has set the gateway up, so it is told where that is mended. */
export function refuseUnserved(
  model: string,
  family: FamilyName,
  upstreams: readonly Upstream[],
): GatewayError {
  const ours = upstreams.filter((upstream) => upstream.family === family);
  const what = model === '' ? 'is there' : `serves the model \`${model}\``;
  const variables = upstreamVariables[family].map((name) => `\`${name}\``).join(' or ');
  const cure = ours.some(({ name }) => name !== sandboxName)
    ? 'add the model to `models` of one that has it, under `upstreams` in gateway.yaml'
    : `start the gateway with ${variables}, or name one under \`upstreams\` in gateway.yaml`;
  const other = ours.some(({ name }) => name === sandboxName)
    ? `; the built-in model is \`${sandboxName}\``
    : '';
  return new GatewayError(
    'not_found',
    `no upstream ${what} for ${family} clients: ${cure}${other}`,
  );
}
