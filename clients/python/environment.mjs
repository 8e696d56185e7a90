// The virtual environment of the Python client's tools, in the folder PYTHON_CLIENTS.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The path of a program in the virtual environment, or null if it is not there. */
export function bin(name) {
  const path = join(process.env.PYTHON_CLIENTS ?? '', 'bin', name);
  return existsSync(path) ? path : null;
}
