import { CommanderError } from 'commander';
import type { Failure } from './failure.js';
import { type Texts, texts } from './language.js';
import { usage } from './usage.js';

/**
 * The failure `usage` for a command line that commander refused. Null if commander ended because of
 * `--help` or `--version`.
 */
export function usageFailure(error: CommanderError): Failure | null {
  if (error.exitCode === 0) return null;
  const part = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  const guess = /Did you mean (?:one of )?([^?]+)\?/.exec(error.message)?.[1];
  const reason = (REASONS[error.code] ?? OTHER)(part);
  return usage(guess === undefined ? reason : withGuess(reason, guess));
}

function withGuess(reason: Texts, guess: string): Texts {
  return texts({
    en: `${reason.en} Did you mean ${guess}?`,
    de: `${reason.de} Gemeint war vielleicht ${guess}.`,
    ru: `${reason.ru} Возможно, имелось в виду ${guess}.`,
  });
}

const REASONS: Readonly<Record<string, (part: string) => Texts>> = {
  'commander.unknownCommand': (part) =>
    texts({
      en: `There is no command "${part}".`,
      de: `Den Befehl "${part}" gibt es nicht.`,
      ru: `Команды "${part}" нет.`,
    }),
  'commander.unknownOption': (part) =>
    texts({
      en: `There is no option "${part}" here.`,
      de: `Die Option "${part}" gibt es hier nicht.`,
      ru: `Параметра "${part}" здесь нет.`,
    }),
  'commander.missingArgument': (part) =>
    texts({
      en: `The argument "${part}" is missing.`,
      de: `Das Argument "${part}" fehlt.`,
      ru: `Не хватает аргумента "${part}".`,
    }),
  'commander.optionMissingArgument': (part) =>
    texts({
      en: `The option "${part}" needs a value.`,
      de: `Die Option "${part}" braucht einen Wert.`,
      ru: `Параметру "${part}" нужно значение.`,
    }),
  'commander.excessArguments': () =>
    texts({
      en: 'There are too many arguments.',
      de: 'Es sind zu viele Argumente.',
      ru: 'Слишком много аргументов.',
    }),
  'commander.help': () =>
    texts({
      en: 'Name a command.',
      de: 'Einen Befehl angeben.',
      ru: 'Укажите команду.',
    }),
};

const OTHER = (part: string): Texts =>
  texts({
    en: `The command line is not valid: ${part}`,
    de: `Die Befehlszeile ist ungültig: ${part}`,
    ru: `Командная строка неверна: ${part}`,
  });
