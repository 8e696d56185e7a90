import type { Input } from './command.js';
import { texts } from './language.js';
import { usage } from './usage.js';

/**
 * The value of an option, or undefined if the user did not give it. Throws `usage` for a value that
 * is not in `choices`.
 */
export function choice<T extends string>(
  input: Input,
  name: string,
  choices: readonly T[],
): T | undefined {
  const given = input.option(name);
  if (given === undefined) return undefined;
  const found = choices.find((one) => one === given);
  if (found !== undefined) return found;
  const all = choices.join(', ');
  throw usage(
    texts({
      en: `--${name} must be one of ${all}, not "${given}".`,
      de: `--${name} muss eines von ${all} sein, nicht "${given}".`,
      ru: `--${name} должен быть одним из: ${all}. Указано "${given}".`,
    }),
  );
}

/**
 * The value of an option as a whole number, or undefined if the user did not give it. Throws
 * `usage` unless it is one from `min` to `max`, both included.
 */
export function wholeNumber(
  input: Input,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const given = input.option(name);
  if (given === undefined) return undefined;
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw usage(
    texts({
      en: `--${name} must be a number from ${min} to ${max}, not "${given}".`,
      de: `--${name} muss eine Zahl von ${min} bis ${max} sein, nicht "${given}".`,
      ru: `--${name} должен быть числом от ${min} до ${max}. Указано "${given}".`,
    }),
  );
}
