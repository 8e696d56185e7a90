import { type Html, html } from '../../platform/html/html.js';
import { notice } from './components.js';
import type { Texts } from './texts.js';
import type { Visit } from './visit.js';

const TEXTS: Texts<{ readonly maintained: string }> = {
  en: {
    maintained:
      'The service is under maintenance. You can still read and download everything. Changes and sign-in will work again soon.',
  },
  ru: {
    maintained:
      'Идёт обслуживание сервиса. Читать и скачивать можно всё. Изменения и вход скоро снова заработают.',
  },
  de: {
    maintained:
      'Der Dienst wird gerade gewartet. Lesen und Herunterladen sind weiter möglich. Änderungen und die Anmeldung funktionieren bald wieder.',
  },
};

/** Tells visitors that the service refuses changes; null if it accepts them. */
export function readOnlyNotice({ ctx, locale }: Pick<Visit, 'ctx' | 'locale'>): Html | null {
  if (!ctx.platform.config.readOnly) return null;
  return notice('info', html`<p>${TEXTS[locale].maintained}</p>`);
}
