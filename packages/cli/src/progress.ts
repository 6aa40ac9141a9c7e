import { type Progress, roughDuration } from 'chorale/internal'
import type { Narrator } from './narrator.js'

/** Characters of a progress bar. */
const WIDTH = 24
/** Milliseconds between two lines. */
const PACE = 100

/**
 * Shows a stage of a command as a bar, with the time left if the stage takes longer than two seconds. The estimate comes
 * from the pace of the stage so far.
 */
export function progressBars(narrator: Narrator): (title: string, progress: Pick<Progress, 'done' | 'total'>) => void {
  let stage = ''
  let start = 0
  let shown = 0
  return (title, { done, total }) => {
    const now = performance.now()
    if (title !== stage) {
      stage = title
      start = now
    } else if (now - shown < PACE && done < total) return
    shown = now
    narrator.status(progressText(title, { done, total, elapsed: now - start }))
  }
}

/** One line: the bar, the share done and, if it is long enough to matter, the time left. */
export function progressText(
  title: string,
  { done, total, elapsed }: { done: number; total: number; elapsed: number },
): string {
  if (total <= 1) return title
  const filled = Math.round((WIDTH * done) / total)
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
  const left = done > 0 ? (elapsed / done) * (total - done) : 0
  const isLong = done > 0 && elapsed + left > 2000
  return `${title} ${bar} ${done} of ${total}${isLong ? `, about ${roughDuration(left / 1000)} left` : ''}`
}
