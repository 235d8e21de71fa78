/** What `@jest/globals` is in a test file; its types are those of that package. */
import { lentGlobals } from './lent-globals.ts';

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } = lentGlobals();
