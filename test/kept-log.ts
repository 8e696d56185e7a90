import { createLog, type Log } from '../src/platform/log.js';

/** Enough for a test that repeats a failing request. */
const MOST_LINES = 50;
const lines: string[] = [];

const open = (): Log =>
  createLog('error', {
    write(line) {
      lines.push(line);
      if (lines.length > MOST_LINES) lines.shift();
    },
  });
let log = open();

/** The log of services in tests: keeps the last internal failures, for the report of a failed test. */
export const keptLog: Log = {
  debug: (fields, message) => log.debug(fields, message),
  info: (fields, message) => log.info(fields, message),
  warn: (fields, message) => log.warn(fields, message),
  error: (fields, message) => log.error(fields, message),
};

/** Returns the kept lines, and forgets them, also as earlier occurrences of later failures. */
export const takeLines = (): string[] => {
  log = open();
  return lines.splice(0);
};
