import { METHODS, type MethodFacts, type MethodName } from 'chorale/internal'

/**
 * The facts about the methods that the page shows, the default first. The code of the methods is only in the worker: the
 * build replaces this file by its value as JSON, see vite.config.ts.
 */
export const METHOD_FACTS: readonly MethodFacts<MethodName>[] = METHODS
