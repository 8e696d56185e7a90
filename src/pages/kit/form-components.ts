import { type Html, type HtmlValue, html } from '../../platform/html/html.js';
import { TOKEN_FIELD } from './open-visit.js';
import type { Visit } from './visit.js';

/**
 * A labelled field. Screen readers announce its hint and its error with it. The first field of a
 * page with an error gets the focus, unless a field before it has `autofocus`.
 */
export interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'email' | 'url' | 'number' | 'hidden';
  readonly value?: string;
  readonly hint?: HtmlValue;
  /** The error of the value. */
  readonly error?: string | null | undefined;
  readonly required?: boolean;
  readonly autofocus?: boolean;
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric' | 'url' | 'email';
  readonly maxlength?: number;
  readonly spellcheck?: boolean;
  readonly autocapitalize?: 'none' | 'characters';
  readonly readonly?: boolean;
  /** The style of a short code. */
  readonly look?: 'code';
}

/** A single-line field. */
export function field(options: FieldOptions): Html {
  const { type = 'text', value = '', inputmode } = options;
  return labelled(
    options,
    html`<input type="${type}" ${commonOf(options)} value="${value}"${
      inputmode && html` inputmode="${inputmode}"`
    }>`,
  );
}

/** A multi-line field. Ignores `type` and `inputmode`. */
export function textarea(options: FieldOptions & { readonly rows?: number }): Html {
  const { value = '', rows = 4 } = options;
  return labelled(
    options,
    html`<textarea ${commonOf(options)} rows="${rows}">
${value}</textarea>`,
  );
}

/** One of several options. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: HtmlValue;
  readonly chosen?: boolean;
  readonly disabled?: boolean;
}

/** A group of options below one heading: any number of them, or exactly one. */
export interface ChoicesOptions {
  readonly name: string;
  readonly legend: string;
  readonly kind: 'any' | 'one';
  readonly choices: readonly Choice[];
  readonly hint?: HtmlValue;
  /** The error of the choice. */
  readonly error?: string | null | undefined;
}

/** Checkboxes or radio buttons. */
export function choices({ name, legend, kind, choices, hint, error }: ChoicesOptions): Html {
  const type = kind === 'any' ? 'checkbox' : 'radio';
  const focused = error ? choices.findIndex(({ disabled }) => !disabled) : -1;
  const items = choices.map(
    ({ value, label, hint, chosen, disabled }, at) => html`<div class="choice">
<input type="${type}" id="${name}-${at}" name="${name}" value="${value}"${chosen && html` checked`}${
      disabled && html` disabled`
    }${at === focused && html` autofocus`}${hint && html` aria-describedby="${name}-${at}-hint"`}>
<label for="${name}-${at}">${label}</label>
${hint && html`<p class="hint" id="${name}-${at}-hint">${hint}</p>`}
</div>
`,
  );
  return html`<fieldset${describedBy(name, hint, error)}>
<legend>${legend}</legend>
${notesOf(name, hint, error)}${items}</fieldset>
`;
}

/** The label, style and value of a button. */
export interface ButtonOptions {
  readonly label: string;
  readonly look?: 'primary' | 'quiet' | 'danger';
  readonly name?: string;
  readonly value?: string;
}

/** A button that submits its form. */
export function button({ label, look = 'primary', name, value = '' }: ButtonOptions): Html {
  const named = name !== undefined && html` name="${name}" value="${value}"`;
  return html`<button type="submit" class="${look}"${named}>${label}</button>
`;
}

/** A POST form with the CSRF token. Submits to this origin; by default, to the URL of its page. */
export function form(visit: Visit, body: HtmlValue, action?: string): Html {
  return html`<form method="post"${action !== undefined && html` action="${action}"`}>
<input type="hidden" name="${TOKEN_FIELD}" value="${visit.formToken()}">
${body}</form>
`;
}

/** Buttons in a row. */
export function actions(...buttons: readonly HtmlValue[]): Html {
  return html`<div class="actions">
${buttons}</div>
`;
}

function labelled(options: FieldOptions, control: Html): Html {
  const { name, label, hint, error } = options;
  return html`<div class="field${error ? ' wrong' : ''}">
<label for="${name}">${label}</label>
${notesOf(name, hint, error)}${control}
</div>
`;
}

function notesOf(name: string, hint: HtmlValue, error: string | null | undefined): Html {
  return html`${hint && html`<p class="hint" id="${name}-hint">${hint}</p>\n`}${
    error && html`<p class="fault" id="${name}-fault">${error}</p>\n`
  }`;
}

function commonOf(options: FieldOptions): Html {
  const { name, hint, error, required, autofocus, autocomplete, maxlength, spellcheck } = options;
  return html`id="${name}" name="${name}"${describedBy(name, hint, error)}${
    required && html` required`
  }${(autofocus || error) && html` autofocus`}${autocomplete && html` autocomplete="${autocomplete}"`}${
    maxlength !== undefined && html` maxlength="${maxlength}"`
  }${spellcheck === false && html` spellcheck="false"`}${
    options.autocapitalize && html` autocapitalize="${options.autocapitalize}"`
  }${options.readonly && html` readonly`}${options.look && html` class="${options.look}"`}`;
}

function describedBy(name: string, hint: HtmlValue, error: string | null | undefined): Html {
  const ids = [...(hint ? [`${name}-hint`] : []), ...(error ? [`${name}-fault`] : [])];
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${
    error && html` aria-invalid="true"`
  }`;
}
