import type { Platform } from '../platform/platform.js';
import { readOnlyProblem } from '../registry/read-only.js';

/**
 * Throws `service_unavailable` if the service refuses changes (`READ_ONLY=on`). PostgreSQL refuses
 * every write by itself then; this check comes before the other effects of a change.
 */
export function requireWritable({ config }: Pick<Platform, 'config'>): void {
  if (config.readOnly) throw readOnlyProblem();
}
