import { problem, type RegisteredError } from '../../registry/errors.js';

/** `precondition_failed` for a file that does not meet the conditions of a GET or HEAD. */
export function unmetCondition(cause: unknown): RegisteredError {
  return problem('precondition_failed', {
    cause,
    detail: {
      en: 'The file does not meet the condition of If-Match or If-Unmodified-Since; request it from its start without that header.',
      ru: 'Файл не соответствует условию If-Match или If-Unmodified-Since; запросите его с начала без этого заголовка.',
      de: 'Die Datei erfüllt die Bedingung von If-Match oder If-Unmodified-Since nicht; rufen Sie sie ohne diesen Header von Anfang an ab.',
    },
  });
}
