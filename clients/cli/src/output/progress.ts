import cliProgress from 'cli-progress';
import { type Language, texts } from '../language.js';
import { formatBytes, formatSeconds } from './format.js';
import { safeLine } from './safe-text.js';
import type { Sink } from './sink.js';

/** The progress display of one transfer, of one or more files. */
export interface Transfer {
  /** Shows the number of bytes transferred since the start, of all files together. */
  update(bytes: number): void;
  /** Shows the name of the file that is transferred now. */
  name(label: string): void;
  /** Removes the bar. */
  end(): void;
}

/**
 * Shows transfers: as a bar if stderr is a terminal. Shows nothing elsewhere, or with `--json` or
 * `--quiet`.
 */
export interface Progress {
  /** Starts the display of a transfer. `label` is the name of its first file, and may be empty. */
  transfer(label: string, totalBytes: number): Transfer;
}

interface ProgressOptions {
  readonly stderr: Sink;
  readonly isSilent: boolean;
  readonly language: Language;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const LEFT = texts({ en: 'left', de: 'übrig', ru: 'осталось' });
/** The window in which the speed is measured. */
const WINDOW_MS = 5000;

/** Creates the progress display of one command. */
export function createProgress(options: ProgressOptions): Progress {
  const { stderr, isSilent, env } = options;
  const isTerminal = stderr.isTTY === true && env['TERM'] !== 'dumb';
  return {
    transfer(label, totalBytes) {
      if (isSilent || !isTerminal || !isWritable(stderr)) return SILENT;
      return openBar(options, stderr, label, totalBytes);
    },
  };
}

const SILENT: Transfer = { update: () => {}, name: () => {}, end: () => {} };

function isWritable(sink: Sink): sink is Sink & NodeJS.WriteStream {
  return 'cursorTo' in sink;
}

function openBar(
  { language }: ProgressOptions,
  stream: NodeJS.WriteStream,
  label: string,
  totalBytes: number,
): Transfer {
  const bar = new cliProgress.SingleBar({
    stream,
    format: '{bar} {percentage}%  {sizes}  {speed}  {left}  {label}',
    barsize: 24,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    clearOnComplete: true,
    fps: 10,
    // Ctrl-C is handled by the program, which also removes the bar.
    gracefulExit: false,
  });
  const speedOf = createSpeed();
  const payload = (bytes: number) => {
    const bytesPerSecond = speedOf(bytes);
    const left = bytesPerSecond > 0 ? (totalBytes - bytes) / bytesPerSecond : null;
    return {
      sizes: `${formatBytes(bytes, language)} / ${formatBytes(totalBytes, language)}`,
      speed: `${formatBytes(bytesPerSecond, language)}/s`,
      left: left === null ? '' : `${formatSeconds(left)} ${LEFT[language]}`,
    };
  };
  bar.start(totalBytes, 0, { ...payload(0), label: safeLine(label) });
  return {
    update: (bytes) => bar.update(bytes, payload(bytes)),
    name: (next) => bar.update({ label: safeLine(next) }),
    end: () => bar.stop(),
  };
}

/**
 * Returns a function that takes the bytes so far, and returns bytes per second over the last
 * `WINDOW_MS`. It returns 0 until time has passed.
 */
function createSpeed(now: () => number = () => performance.now()): (bytes: number) => number {
  const samples: { at: number; bytes: number }[] = [];
  return (bytes) => {
    const at = now();
    samples.push({ at, bytes });
    while (samples.length > 2 && at - (samples[0]?.at ?? at) > WINDOW_MS) samples.shift();
    const [first] = samples;
    if (!first || at === first.at) return 0;
    return Math.max(0, ((bytes - first.bytes) / (at - first.at)) * 1000);
  };
}
