/** The families by name. */
import { anthropic } from './anthropic.ts';
import type { Family, FamilyName } from './family.ts';
import { gemini } from './gemini.ts';
import { ollama } from './ollama.ts';
import { openai } from './openai.ts';

export const families: Readonly<Record<FamilyName, Family>> = { openai, anthropic, gemini, ollama };
