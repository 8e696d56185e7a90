import type { RequestHandler } from 'express';
import { z } from 'zod';
import { type Html, html } from '../../platform/html/html.js';
import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import { REPORT_REASONS } from '../../registry/reviews.js';
import {
  button,
  card,
  choices,
  type Faults,
  faultAt,
  faultsOf,
  field,
  form,
  messagePage,
  notice,
  type PageKit,
  type PageReply,
  pathWithNext,
  redirectTo,
  show,
  textarea,
  textOf,
  type Visit,
} from '../kit/index.js';
import { REPORT_TEXTS } from './texts.js';

const reported = z.object({
  getMod: z.object({ id: z.string(), title: z.record(z.string(), z.string()) }),
});

/**
 * The form with which anyone reports the mod in the query (`mod`). After a report, the page shows
 * thanks in place of the form. Throws `not_found` without a mod.
 */
export function reportPage(kit: PageKit): RequestHandler {
  return kit.page((visit) => {
    const { notice: key } = visit;
    if (key === 'report_sent' || key === 'report_mailed') return thanks(visit, key);
    return reportForm(kit, visit, { reason: '', text: '', email: '' }, null);
  });
}

/**
 * Sends a report to the moderators, and redirects to the thanks, so that a reload sends no second
 * one. A fault shows the form again, with its input.
 */
export function sendReport(kit: PageKit): RequestHandler {
  return kit.form((visit) => report(kit, visit), {
    texts: (locale) => ({ text: REPORT_TEXTS[locale].text }),
  });
}

async function report(kit: PageKit, visit: Visit): Promise<PageReply> {
  const { fields } = visit;
  const values = {
    reason: fields.one('reason'),
    text: fields.one('text'),
    email: visit.user ? '' : fields.one('email').trim(),
  };
  const reason = REPORT_REASONS.find((known) => known === values.reason);
  if (!reason) return reportForm(kit, visit, values, missingReason());
  try {
    const input = {
      modId: modIdOf(visit),
      reason,
      text: values.text,
      email: values.email || null,
    };
    await kit.run(visit.ctx, 'pageReportMod', { input });
  } catch (error) {
    return reportForm(kit, visit, values, faultsOf(visit, error));
  }
  const isMailed = visit.user !== null || values.email !== '';
  const page = `/report?${new URLSearchParams({ mod: modIdOf(visit) })}`;
  return redirectTo(page, { notice: isMailed ? 'report_mailed' : 'report_sent' });
}

interface ReportValues {
  readonly reason: string;
  readonly text: string;
  /** The address of a visitor without an account, or empty. */
  readonly email: string;
}

function missingReason(): Faults {
  return { status: 422, above: null, fields: [{ field: 'reason', code: 'required' }] };
}

/** The mod in the query. Throws `not_found`. */
function modIdOf({ query }: Visit): string {
  const { mod } = query;
  if (typeof mod !== 'string') throw problem('not_found');
  return mod;
}

async function reportForm(
  kit: PageKit,
  visit: Visit,
  values: ReportValues,
  faults: Faults | null,
): Promise<PageReply> {
  const { locale, user, path } = visit;
  const texts = REPORT_TEXTS[locale];
  const { getMod: mod } = reported.parse(
    await kit.run(visit.ctx, 'pageReportedMod', { id: modIdOf(visit) }),
  );
  return show({
    title: texts.title,
    robots: 'noindex',
    status: faults?.status ?? 200,
    body: html`<p class="lead">${texts.about} <a href="/mods/${mod.id}">${textOf(mod.title, locale)}</a></p>
${faults?.above}${
  !user &&
  notice(
    'info',
    html`<p>${texts.withoutAccount} <a href="${pathWithNext('/account/sign-in', path)}">${texts.signIn}</a></p>`,
  )
}
${card(form(visit, reportFields(visit, values, faults)))}`,
  });
}

function reportFields({ locale, user }: Visit, values: ReportValues, faults: Faults | null): Html {
  const texts = REPORT_TEXTS[locale];
  const reasons = choices({
    name: 'reason',
    legend: texts.reason,
    kind: 'one',
    error: faultAt(faults, 'reason', { otherwise: texts.reasonMissing }),
    choices: REPORT_REASONS.map((reason) => ({
      value: reason,
      ...texts.reasons[reason],
      chosen: values.reason === reason,
    })),
  });
  const text = textarea({
    name: 'text',
    label: texts.text,
    hint: texts.textHint,
    value: values.text,
    error: faultAt(faults, 'text', { too_long: texts.textLong, otherwise: texts.textMissing }),
    required: true,
    maxlength: LIMITS.reportCharacters,
    rows: 6,
  });
  const email = field({
    name: 'email',
    label: texts.email,
    hint: texts.emailHint,
    type: 'email',
    value: values.email,
    error: faultAt(faults, 'email', { otherwise: texts.emailWrong }),
    autocomplete: 'email',
    maxlength: 254,
  });
  return html`${reasons}${text}${!user && email}${button({ label: texts.send })}`;
}

/** The page after a report. `report_mailed` also promises a mail with the outcome. */
function thanks(visit: Visit, key: 'report_sent' | 'report_mailed'): PageReply {
  const texts = REPORT_TEXTS[visit.locale];
  return messagePage({
    icon: 'check',
    title: texts.thanks,
    text: html`<p role="status">${key === 'report_mailed' ? texts.thanksUser : texts.thanksAnyone}</p>`,
    links: [[`/mods/${encodeURIComponent(modIdOf(visit))}`, texts.back]],
  });
}
