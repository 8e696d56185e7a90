import { type Language, texts } from '../language.js';
import type { Output } from './output.js';

/**
 * Creates a note that a file waits, because the service admits few downloads at once. Only the
 * first call of `note` prints it.
 */
export function createWaitNote(output: Output, language: Language): { note(file: string): void } {
  let isShown = false;
  return {
    note(file) {
      if (!isShown) output.note(WAITING[language](file));
      isShown = true;
    },
  };
}

const WAITING = texts({
  en: (file: string) => `The service limits concurrent downloads; waiting for ${file} …`,
  de: (file: string) => `Der Dienst begrenzt gleichzeitige Downloads; ${file} wartet …`,
  ru: (file: string) => `Сервис ограничивает одновременные скачивания; ждём ${file} …`,
});
