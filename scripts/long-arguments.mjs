// The arguments of vitest for `npm run test:long`.
import { parseCLI } from 'vitest/node';
import { longTestFiles } from './long-tests.mjs';

/**
 * The arguments with which vitest runs the files with long parts, or only the files that `given`
 * names. Vitest itself says which of the arguments are values of its options.
 */
export function longArguments(given) {
  const { filter } = parseCLI(['vitest', 'run', ...given], { allowUnknownOptions: true });
  return ['run', ...(filter.length > 0 ? [] : longTestFiles()), ...given];
}
