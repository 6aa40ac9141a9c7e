import { METHODS, type MethodFacts, type MethodName } from '../src/internal.js'

/**
 * The methods as the page shows them, the default first. All of their code is in the worker: the build replaces this file
 * by its value as JSON, see vite.config.ts.
 */
export const METHOD_FACTS: readonly MethodFacts<MethodName>[] = METHODS
