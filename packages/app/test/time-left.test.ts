import { expect, it } from 'vitest'
import { learnTime, timeLeft, timeLeftWords } from '../time-left.js'

it('estimates the time left from the share that is done', () => {
  const progress = { step: 'ensemble', size: 1000, share: 0.25, shareAt: 2000 }
  expect(timeLeft({ ...progress, passed: 2000 })).toBe(6000)
  expect(timeLeft({ ...progress, passed: 5000 })).toBe(3000)
})

it('estimates a step that cannot be counted from the time that it took before', () => {
  learnTime('review', 1_000_000, 4000)
  const progress = { step: 'review', size: 500_000, shareAt: 0, passed: 500 }
  expect(timeLeft({ ...progress, share: null })).toBe(1500)
  expect(timeLeft({ ...progress, share: 0 })).toBe(1500)
})

it('says openly that a step takes longer than before', () => {
  learnTime('labels', 1000, 500)
  expect(timeLeft({ step: 'labels', size: 1000, share: null, shareAt: 0, passed: 600 })).toBe(null)
  expect(timeLeftWords(null)).toBe('Takes a little longer')
})

it('rounds estimates for people', () => {
  expect(timeLeftWords(20)).toBe('About 1 s left')
  expect(timeLeftWords(8400)).toBe('About 8 s left')
  expect(timeLeftWords(200_000)).toBe('About 3 min left')
})
