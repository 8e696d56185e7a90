import { problem, type RegisteredError } from './errors.js';
import { LIMITS } from './limits.js';

/**
 * The mutations that also work while the service refuses changes. Callers need their result even
 * then. With `READ_ONLY=on` they write nothing; under overload they write as usual.
 */
export const MUTATIONS_WITHOUT_CHANGES: ReadonlySet<string> = new Set([
  'resolveDownload',
  'resolveDownloadFallback',
  // Works only for tools that read.
  'runAgentGatewayTool',
  // Works only if the key exists already.
  'openAccountKey',
]);

/** The refusal of a change with `READ_ONLY=on`: `service_unavailable`. */
export function readOnlyProblem(): RegisteredError {
  return problem('service_unavailable', {
    retryAfterSeconds: LIMITS.readOnlyRetrySeconds,
    log: 'READ_ONLY is on',
    detail: {
      en: 'The service accepts no changes right now, for example because it is being updated. Reading and downloading work. Try again later.',
      ru: 'Сервис сейчас не принимает изменений, например из-за обновления. Чтение и скачивание работают. Повторите попытку позже.',
      de: 'Der Dienst nimmt gerade keine Änderungen an, zum Beispiel wegen eines Updates. Lesen und Herunterladen funktionieren. Versuchen Sie es später erneut.',
    },
  });
}
