import type { Method, MethodOption, OptionName } from './method.js'

/** The facts about a method, without its code. */
export interface MethodFacts<Name extends string = string>
  extends Pick<Method<Name>, 'name' | 'summary' | 'defaults' | 'alternatives' | 'samplesRows' | 'weightsMeaning'> {
  readonly options: { readonly [Option in OptionName]?: Omit<MethodOption, 'accepts'> }
}

/** The method with this name, or the default if the name is undefined. */
export function methodNamed<Facts extends { readonly name: string }>(
  name: Facts['name'] | undefined,
  methods: readonly Facts[],
): Facts {
  const found = name === undefined ? methods[0] : methods.find(method => method.name === name)
  if (found === undefined) throw new Error(`unknown method '${name}'`)
  return found
}

/** The names of the options that not every method takes. */
export function methodOptionNames(methods: readonly MethodFacts[]): OptionName[] {
  return [...new Set(methods.flatMap(({ options }) => Object.keys(options) as OptionName[]))]
}

/** The methods that take an option. */
export function optionUsers<Name extends string>(option: OptionName, methods: readonly MethodFacts<Name>[]): Name[] {
  return methods.filter(({ options }) => options[option] !== undefined).map(({ name }) => name)
}

/** Whether a method can choose its confidence threshold itself. In other methods, alpha is another quantity. */
export function canChooseAlpha({ options }: Pick<MethodFacts, 'options'>): boolean {
  return options.alpha?.words?.includes('auto') ?? false
}

/** Describes an option that has no effect because of the value of another option. */
interface IdleOption {
  readonly other: OptionName
  /** Its given or default value; undefined if it has neither. */
  readonly value: unknown
  /** The value it needs for the option to have an effect. */
  readonly needed: string
}

/** Why an option has no effect with this method and these other options; null if it has an effect. */
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
