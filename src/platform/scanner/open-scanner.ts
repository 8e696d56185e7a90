import type { Config } from '../../config.js';
import type { Clock } from '../clock.js';
import { createBuiltinScanner } from './builtin-scanner.js';
import { createClamdScanner } from './clamd-scanner.js';
import { combineScanners } from './combined-scanner.js';
import type { Scanner } from './scanner.port.js';

/**
 * Creates the scanner that the configuration selects. It always includes the built-in signatures.
 */
export function openScanner({ clamdAddress }: Pick<Config, 'clamdAddress'>, clock: Clock): Scanner {
  const builtin = createBuiltinScanner();
  if (clamdAddress === undefined) return builtin;
  return combineScanners([builtin, createClamdScanner(clamdAddress, clock)]);
}
