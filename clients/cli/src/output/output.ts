import { styleText } from 'node:util';
import type { Language } from '../language.js';
import { createProgress, type Progress } from './progress.js';
import { safeJson, safeOutput, safeText } from './safe-text.js';
import type { Secrets } from './secrets.js';
import type { Sink } from './sink.js';

/** A style of text on a terminal. */
export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';

/**
 * How a command shows what it does. `result` and `line` write to stdout, everything else to stderr.
 * `note` and `line` hide secrets (`Secrets`); `prompt` and `result` do not.
 */
export interface Output {
  /** Whether stdout gets one JSON document and nothing else. */
  readonly isJson: boolean;
  readonly progress: Progress;
  /** Says on stderr what happens. Silent with `--json` and `--quiet`. */
  note(text: string): void;
  /**
   * A line of stderr that the user or a script has to act on while the command runs, such as an
   * address to open, also with `--quiet`. With `--json` it is `{"prompt": data}`.
   */
  prompt(text: string, data: Readonly<Record<string, string>>): void;
  /**
   * Prints the result: `data` with `--json`, else `text`, or nothing if `text` is empty. Both may
   * contain a secret that the user requested. Nothing follows on stdout.
   */
  result(data: unknown, text: string): void;
  /** Prints a line on stdout while a command keeps running. Silent with `--json`. */
  line(text: string): void;
  /** Styles a text for stdout. Returns it unchanged if stdout has no colors. */
  style(style: Style, text: string): string;
}

interface OutputOptions {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly language: Language;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: Secrets;
}

/** Creates the output of one command. */
export function createOutput(options: OutputOptions): Output {
  const { stdout, stderr, isJson, isQuiet, language, env, secrets } = options;
  const clean = (text: string): string => secrets.redact(safeOutput(text));
  const isSilent = isJson || isQuiet;
  const hasColor = wantsColor(env, stdout);
  const note = (text: string): void => {
    if (!isSilent) stderr.write(`${clean(text)}\n`);
  };
  return {
    isJson,
    progress: createProgress({ stderr, isSilent, language, env }),
    note,
    prompt(text, data) {
      stderr.write(`${isJson ? safeJson({ prompt: data }, 0) : safeText(text)}\n`);
    },
    result(data, text) {
      if (isJson) stdout.write(`${safeJson(data)}\n`);
      else if (text !== '') stdout.write(`${safeOutput(text)}\n`);
    },
    line(text) {
      if (!isJson) stdout.write(`${clean(text)}\n`);
    },
    style: (style, text) =>
      hasColor ? styleText(style, safeText(text), { validateStream: false }) : text,
  };
}

/**
 * Whether to write colors to a stream. NO_COLOR (no-color.org) forbids them. Otherwise FORCE_COLOR,
 * except `0`, forces them. Without both, a terminal gets colors, except with `TERM=dumb`.
 */
export function wantsColor(
  env: Readonly<Record<string, string | undefined>>,
  stream: Sink,
): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') return true;
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
