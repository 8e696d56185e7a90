import { openNamesDigest } from './names-digest.js';
import type { ThreadMessage } from './protocol.js';

const LINE_FEED = 0x0a;
const NAME = Buffer.from('- ');
const MESSAGES = 20;
const MESSAGE_BYTES = 200;

/**
 * Parses the log of 7-Zip in the thread that wrote it: a list of 50,000 long names would block the
 * event loop of the process.
 */
export function readLog(
  log: Buffer,
): Pick<ThreadMessage & { kind: 'end' }, 'namesDigest' | 'messages'> {
  const names: Buffer[] = [];
  const messages: string[] = [];
  for (let at = 0; at < log.length; ) {
    const found = log.indexOf(LINE_FEED, at);
    const end = found < 0 ? log.length : found;
    const line = log.subarray(at, end);
    if (line.subarray(0, NAME.length).equals(NAME)) names.push(line.subarray(NAME.length));
    else if (line.length > 0 && messages.length < MESSAGES) {
      messages.push(line.subarray(0, MESSAGE_BYTES).toString('utf8'));
    }
    at = end + 1;
  }
  const digest = openNamesDigest();
  for (const name of names.sort(Buffer.compare)) digest.add(name);
  return { namesDigest: digest.hex(), messages };
}
