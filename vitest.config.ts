import { defineConfig } from 'vitest/config'
import { NotRunReporter } from './test/not-run.js'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/setup.ts', 'test/build-workers.ts'],
    reporters: ['default', new NotRunReporter()],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
