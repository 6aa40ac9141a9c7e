import type { Method, MethodOption, OptionName } from './method.js'

/** What is known about a method, without its code. */
export interface MethodFacts<Name extends string = string>
  extends Pick<Method<Name>, 'name' | 'summary' | 'defaults' | 'alternatives' | 'canApproximate' | 'weightsMeaning'> {
  readonly options: { readonly [Option in OptionName]?: Omit<MethodOption, 'accepts'> }
}

/** The method of a name, the default for none. The name must be one of theirs. */
export function methodNamed<Facts extends { readonly name: string }>(
  name: Facts['name'] | undefined,
  methods: readonly Facts[],
): Facts {
  const found = name === undefined ? methods[0] : methods.find(method => method.name === name)
  if (found === undefined) throw new Error(`unknown method '${name}'`)
  return found
}

/** The options that some methods take and others do not. */
export function methodOptionNames(methods: readonly MethodFacts[]): OptionName[] {
  return [...new Set(methods.flatMap(({ options }) => Object.keys(options) as OptionName[]))]
}

/** The methods that take an option. */
export function optionUsers<Name extends string>(option: OptionName, methods: readonly MethodFacts<Name>[]): Name[] {
  return methods.filter(({ options }) => options[option] !== undefined).map(({ name }) => name)
}

/** Whether a method can choose its confidence threshold by itself. The alpha of the others is another quantity. */
export function canChooseAlpha({ options }: Pick<MethodFacts, 'options'>): boolean {
  return options.alpha?.words?.includes('auto') ?? false
}

/** Where an option that a method takes does nothing: another option has another value. */
export interface IdleOption {
  readonly other: OptionName
  /** Its value, given or by default; undefined where there is neither. */
  readonly value: unknown
  /** The value with which the option would do something. */
  readonly needed: string
}

/** Why an option does nothing with the method and the other options; null where it does something. */
export function idleOption(
  { options, defaults }: Pick<MethodFacts, 'options' | 'defaults'>,
  option: OptionName,
  given: { readonly [Option in OptionName]?: unknown },
): IdleOption | null {
  const condition = options[option]?.onlyWith
  if (condition === undefined) return null
  const value = given[condition.option] ?? defaults[condition.option]
  return value === condition.value ? null : { other: condition.option, value, needed: condition.value }
}
