import { verdictOf } from './inspect.js';
import { writeZip } from './zip-writer.js';

/** A harmless entry of every archive. */
export const text = { name: 'readme.txt', content: 'a file of the mod' };
/** The verdicts of files that need a review. */
export const EXECUTABLE = 'review executable_content';
export const NESTED = 'review nested_archive';

/** The verdict on an upload with this file. */
export function verdictWith(
  name: string,
  content: Buffer | string,
  over: object = {},
): Promise<string> {
  return verdictOf(writeZip([text, { name, content, method: 'deflate' }]), over);
}
