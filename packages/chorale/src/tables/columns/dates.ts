const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const TIME = /(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))? ?([ap]m)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?$/i
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/
const NUMERIC = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})/
const DAY_MONTH = /^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ,]+(\d{4}|\d{2})/i
const MONTH_DAY = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})/i
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?$/

/** Whether 03/04/2024 is the third of April or the fourth of March. */
export const DATE_ORDERS = ['day-first', 'month-first'] as const satisfies readonly DateOrder[]
/** Whether 3/4 is the third of April or the fourth of March. */
export type DateOrder = 'day-first' | 'month-first'

/**
 * Which number of a date comes first, found from all dates of a column: by values that only one order allows, otherwise
 * slashes mean month first and other signs day first.
 */
export function dateOrder(texts: readonly string[]): DateOrder {
  if (texts.some(text => Number(NUMERIC.exec(text)?.[1] ?? 0) > 12)) return 'day-first'
  if (texts.some(text => Number(NUMERIC.exec(text)?.[2] ?? 0) > 12)) return 'month-first'
  return texts.some(text => NUMERIC.exec(text)?.[0].includes('/')) ? 'month-first' : 'day-first'
}

/**
 * The days since 1970 of each text, if all of them are dates or times; null otherwise. Time zones are ignored: a zone
 * moves a whole column.
 */
export function datesOf(texts: readonly string[], order: DateOrder = dateOrder(texts)): number[] | null {
  if (texts.length === 0 || !looksLikeDate(texts[0])) return null
  const dayFirst = order === 'day-first'
  const days: number[] = []
  for (const text of texts) {
    const found = dayOf(text, dayFirst)
    if (found === null) return null
    days.push(found)
  }
  return days
}

function looksLikeDate(text: string): boolean {
  return [ISO, NUMERIC, DAY_MONTH, MONTH_DAY, CLOCK].some(form => form.test(text))
}

function dayOf(text: string, dayFirst: boolean): number | null {
  const clock = CLOCK.exec(text)
  if (clock !== null) return timeOf(clock[1], clock[2], clock[3], undefined)
  const date = dateAt(text, dayFirst)
  if (date === null) return null
  const time = TIME.exec(text.slice(date.size))
  if (time === null || time.index !== 0) return null
  const fraction = time[1] === undefined ? 0 : timeOf(time[1], time[2], time[3], time[4])
  return fraction === null ? null : date.day + fraction
}

function dateAt(text: string, dayFirst: boolean): { day: number; size: number } | null {
  const sized = (day: number | null, match: RegExpExecArray) => (day === null ? null : { day, size: match[0].length })
  const iso = ISO.exec(text)
  if (iso !== null) return sized(daysTo(iso[1], iso[2], iso[3]), iso)
  const numeric = NUMERIC.exec(text)
  if (numeric !== null) {
    const [, first, second, year] = numeric
    return sized(dayFirst ? daysTo(year, second, first) : daysTo(year, first, second), numeric)
  }
  const dayMonth = DAY_MONTH.exec(text)
  if (dayMonth !== null) return sized(daysTo(dayMonth[3], monthOf(dayMonth[2]), dayMonth[1]), dayMonth)
  const monthDay = MONTH_DAY.exec(text)
  return monthDay === null ? null : sized(daysTo(monthDay[3], monthOf(monthDay[1]), monthDay[2]), monthDay)
}

function monthOf(word: string): string {
  return String(MONTHS.indexOf(word.toLowerCase()) + 1)
}

/** Days since 1970; null if there is no such date. A year of two digits is from 1970 to 2069. */
function daysTo(yearText: string, monthText: string, dayText: string): number | null {
  const short = Number(yearText)
  const year = yearText.length > 2 ? short : short < 70 ? 2000 + short : 1900 + short
  const month = Number(monthText)
  const day = Number(dayText)
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  return daysBefore(year, month) + day - 1
}

function daysInMonth(year: number, month: number): number {
  return month === 12 ? 31 : daysBefore(year, month + 1) - daysBefore(year, month)
}

/** Days from 1970 to the first day of a month in the Gregorian calendar. */
function daysBefore(year: number, month: number): number {
  // A year from March to February puts the leap day at its end.
  const y = month > 2 ? year : year - 1
  const m = (month + 9) % 12
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)
  return 365 * y + leapDays + Math.floor((153 * m + 2) / 5) - 719_468
}

/** A date as text, with the time of day if there is one: 2024-01-31, 2024-01-31 12:30:00. */
export function isoDate(days: number): string {
  // To the nearest second, so that fractions of a day become times again.
  const seconds = Math.round(days * 86_400)
  const day = Math.floor(seconds / 86_400)
  const rest = seconds - day * 86_400
  let year = 1970 + Math.floor(day / 365.2425)
  while (daysBefore(year + 1, 1) <= day) year++
  while (daysBefore(year, 1) > day) year--
  let month = 1
  while (month < 12 && daysBefore(year, month + 1) <= day) month++
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day - daysBefore(year, month) + 1)}`
  if (rest === 0) return date
  return `${date} ${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`
}

function timeOf(
  hourText: string,
  minuteText: string,
  secondText: string | undefined,
  half: string | undefined,
): number | null {
  const minute = Number(minuteText)
  const second = Number(secondText ?? 0)
  let hour = Number(hourText)
  if (half !== undefined) hour = (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  if (hour > 24 || minute > 59 || second >= 61) return null
  return (hour * 3600 + minute * 60 + second) / 86_400
}

/** The ranges of integers that mean years, dates such as 20240131, and seconds or milliseconds since 1970. */
const YEARS = [1800, 2100] as const
const COMPACT = [19_000_101, 21_001_231] as const
const SECONDS = [6e8, 4.2e9] as const
const MILLISECONDS = [6e11, 4.2e12] as const

/** Whether integers from `least` to `most` are dates. Years and seconds are recognised only by the name of the column. */
export function areDates(plainColumnName: string, least: number, most: number): boolean {
  const isIn = ([from, to]: readonly [number, number]) => least >= from && most <= to
  if (isIn(COMPACT) || isIn(MILLISECONDS)) return true
  if (isIn(YEARS)) return /^(year|yr)$/.test(plainColumnName)
  return isIn(SECONDS) && /(^|_)(date|time|datetime|timestamp|at|epoch)$/.test(plainColumnName)
}

/** The days since 1970 of dates written as integers; null if some are none. */
export function integerDatesOf(numbers: Float64Array): Float64Array | null {
  const days = new Float64Array(numbers.length)
  for (let i = 0; i < numbers.length; i++) {
    const day = Number.isNaN(numbers[i]) ? Number.NaN : integerDay(numbers[i])
    if (day === null) return null
    days[i] = day
  }
  return days
}

function integerDay(value: number): number | null {
  const isIn = ([from, to]: readonly [number, number]) => value >= from && value <= to
  if (!Number.isInteger(value)) return null
  if (isIn(YEARS)) return daysBefore(value, 1)
  if (isIn(SECONDS)) return value / 86_400
  if (isIn(MILLISECONDS)) return value / 86_400_000
  if (!isIn(COMPACT)) return null
  return daysTo(String(Math.floor(value / 10_000)), String(Math.floor(value / 100) % 100), String(value % 100))
}
