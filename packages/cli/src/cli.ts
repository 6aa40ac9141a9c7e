#!/usr/bin/env node
import { terminal } from 'chorale-node/internal'
import { watchSignals } from './interrupt.js'
import { main } from './main.js'

watchSignals()
// Whoever writes to standard output handles its errors. Nothing can be said about those of standard error.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
// Without a top-level await: the commands, loaded by main(), import this file's own part of the build.
void main(terminal()).then(code => {
  process.exitCode = code
})
