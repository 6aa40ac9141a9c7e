import { defineConfig } from 'vitest/config'

/** `npm run torture`: runs on many machines under faults at random moments, for as long as TORTURE_SECONDS says. */
export default defineConfig({
  test: { include: ['test/torture/*.torture.ts'], maxWorkers: 1, testTimeout: 0, hookTimeout: 120_000 },
})
