import { EICAR } from './inspect.js';
import { type EntrySpec } from './zip-writer.js';

/** A small stored entry. */
export const text: EntrySpec = { name: 'readme.txt', content: 'a file of the mod' };
/** A compressed entry. */
export const packed: EntrySpec = {
  name: 'data.json',
  content: '{}'.repeat(500),
  method: 'deflate',
};
/** A compressed entry that every scanner finds. */
export const virus: EntrySpec = { name: 'virus.txt', content: EICAR, method: 'deflate' };
