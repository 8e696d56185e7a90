import type { RequestHandler } from 'express';
import { html } from '../../platform/html/html.js';
import {
  actions,
  button,
  card,
  type Faults,
  faultsOf,
  form,
  linkButton,
  type PageKit,
  type PageReply,
  redirectTo,
  show,
  type Visit,
} from '../kit/index.js';
import { appFields, appTexts, EMPTY, readAppFields } from './app-form.js';
import { type AppValues, registerApp, type ShownApp } from './data.js';
import { APPLICATIONS } from './parts.js';
import { secretReply } from './secret-pages.js';
import { FAULT_TEXTS } from './texts/faults.js';
import { FORM_TEXTS } from './texts/form.js';
import { OWNER_TEXTS } from './texts/owner.js';

/** Asks for the kind of the application, which determines the next form. */
export function choosePage(kit: PageKit): RequestHandler {
  return kit.page(
    ({ locale }) => {
      const texts = { ...OWNER_TEXTS[locale], ...FORM_TEXTS[locale] };
      const kind = (path: string, title: string, what: string, label: string) =>
        card(
          html`<p>${what}</p>
${actions(linkButton(`${APPLICATIONS}/new/${path}`, label, 'quiet'))}`,
          title,
        );
      return show({
        title: texts.register,
        body: html`${kind('public', texts.publicKind, texts.publicWhat, texts.registerPublic)}${kind(
          'confidential',
          texts.confidentialKind,
          texts.confidentialWhat,
          texts.registerConfidential,
        )}<p><a href="${APPLICATIONS}">${texts.back}</a></p>
`,
      });
    },
    { signIn: true },
  );
}

/** The form of a new application. A confidential one requires a second factor first. */
export function newPage(kit: PageKit, kind: ShownApp['kind']): RequestHandler {
  return kit.page((visit) => newForm(visit, kind, EMPTY, null), {
    signIn: true,
    stepUp: kind === 'confidential',
  });
}

/** Registers an application and shows its secret if it has one. */
export function registerForm(kit: PageKit, kind: ShownApp['kind']): RequestHandler {
  return kit.form(
    async (visit) => {
      const values = readAppFields(visit);
      try {
        const made = await registerApp(kit, visit, { ...values, kind });
        if (made.secret !== null) return secretReply(visit, made, 201);
        return redirectTo(`${APPLICATIONS}/${made.app.id}`, { notice: 'registered' });
      } catch (error) {
        const meant = { invalid_state: FAULT_TEXTS[visit.locale].tooManyApps };
        return newForm(visit, kind, values, faultsOf(visit, error, meant));
      }
    },
    { signIn: true, texts: appTexts },
  );
}

function newForm(
  visit: Visit,
  kind: ShownApp['kind'],
  values: AppValues,
  faults: Faults | null,
): PageReply {
  const texts = { ...OWNER_TEXTS[visit.locale], ...FORM_TEXTS[visit.locale] };
  return show({
    title: kind === 'public' ? texts.newPublic : texts.newConfidential,
    status: faults?.status ?? 200,
    body: html`${faults?.above}${form(
      visit,
      html`${appFields(visit, { kind, values, faults })}${actions(
        button({ label: texts.register }),
        html`<a href="${APPLICATIONS}">${texts.cancel}</a>`,
      )}`,
    )}`,
  });
}
