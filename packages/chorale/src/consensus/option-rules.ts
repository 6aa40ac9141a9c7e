import { invalid } from '../errors.js'

/** A rule for the value of an option. */
export interface OptionRule<Value = unknown> {
  /** The rule in words, such as `a number above 0`. */
  readonly rule: string
  /** The strings it accepts, if any. */
  readonly words?: readonly string[]
  accepts(value: unknown): value is Value
}

/** The type of the values that a rule accepts. */
export type Accepted<Rule> = Rule extends OptionRule<infer Value> ? Value : never

export const POSITIVE: OptionRule<number> = {
  rule: 'a number above 0',
  accepts: (value): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0,
}

/** A share in (0, 1]. */
export const FRACTION: OptionRule<number> = {
  rule: 'a number above 0 and at most 1',
  accepts: (value): value is number => typeof value === 'number' && value > 0 && value <= 1,
}

/** A share in (0, 1], or 'auto' to choose one. */
export const FRACTION_OR_AUTO: OptionRule<number | 'auto'> = {
  rule: `${FRACTION.rule}, or 'auto'`,
  words: ['auto'],
  accepts: value => value === 'auto' || FRACTION.accepts(value),
}

export const TRUE_OR_FALSE: OptionRule<boolean> = {
  rule: 'true or false',
  accepts: value => typeof value === 'boolean',
}

/* @__NO_SIDE_EFFECTS__ */
export function wholeNumber(least: number, most: number): OptionRule<number> {
  return {
    rule: `an integer from ${least} to ${most}`,
    accepts: (value): value is number =>
      typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most,
  }
}

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Value extends string>(values: readonly Value[]): OptionRule<Value> {
  return {
    rule: `one of ${values.join(', ')}`,
    words: values,
    accepts: (value): value is Value => (values as readonly unknown[]).includes(value),
  }
}

/**
 * Throws an InputError if the rule does not accept the value. `where` names the method if the rule is specific to it.
 */
export function checkOption(caller: string, name: string, value: unknown, { rule, accepts }: OptionRule, where = '') {
  if (accepts(value)) return
  throw invalid(caller, name, `be ${rule}${where}`, value)
}
