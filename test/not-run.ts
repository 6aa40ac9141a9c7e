import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** Lists by name, at the end, every test that did not run, so that a green run says what it left out. */
export class NotRunReporter implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // With a pattern for names, leaving others out is what was asked for.
    if (this.#vitest === undefined || this.#vitest.config.testNamePattern !== undefined) return
    const lines: string[] = []
    for (const { children, relativeModuleId } of modules) {
      for (const test of children.allTests('skipped')) {
        const result = test.result()
        const why = result.state === 'skipped' && result.note ? ` (${result.note})` : ''
        lines.push(`  ${relativeModuleId}: ${test.fullName}${why}`)
      }
    }
    if (lines.length > 0) this.#vitest.logger.log(`\nNot run:\n${lines.join('\n')}`)
  }
}
