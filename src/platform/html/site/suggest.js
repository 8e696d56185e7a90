// @ts-check
// Suggests mods, authors and categories below a search field while a visitor types.
{
  const WAIT_MS = 180;
  const LEAST_CHARACTERS = 2;

  /**
   * @typedef {{ text: string, more: string, href: string }} Suggestion
   * @typedef {Readonly<Record<string, any>>} Found
   * @typedef {{
   *   readonly input: HTMLInputElement,
   *   readonly list: HTMLElement,
   *   options: HTMLElement[],
   *   active: number,
   *   request: AbortController,
   * }} Field
   */

  /** @param {Readonly<Record<string, string>>} texts */
  const best = (texts) => {
    const codes = Object.keys(texts).sort();
    const of = (/** @type {string} */ language) =>
      codes.find((code) => code === language) ??
      codes.find((code) => code.startsWith(`${language}-`));
    return texts[of(document.documentElement.lang) ?? of('en') ?? codes[0] ?? ''] ?? '';
  };

  /** @type {Readonly<Record<string, (found: any) => Suggestion>>} */
  const KINDS = {
    mods: ({ id, title, game_slug }) => ({
      text: best(title),
      more: game_slug,
      href: `/mods/${encodeURIComponent(id)}`,
    }),
    authors: ({ username, display_name }) => ({
      text: display_name || username,
      more: display_name && display_name !== username ? username : '',
      href: `/users/${encodeURIComponent(username)}`,
    }),
    categories: ({ slug, name, game }) => ({
      text: name,
      more: game.name,
      href: `/mods?${new URLSearchParams({ game: game.slug, category: slug })}`,
    }),
  };

  /**
   * @param {string} tag
   * @param {Readonly<Record<string, string>>} attributes
   * @param {readonly (Node | string)[]} children
   */
  const element = (tag, attributes, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };

  /**
   * Makes the field a combobox with an empty list below it.
   * @param {HTMLInputElement} input
   * @param {number} at
   */
  const addList = (input, at) => {
    const list = element('div', {
      class: 'suggestions',
      id: `suggestions-${at}`,
      role: 'listbox',
      'aria-label': input.getAttribute('aria-label') ?? '',
    });
    list.hidden = true;
    input.after(list);
    // A field of the type `search` cannot be a combobox.
    input.type = 'text';
    input.enterKeyHint = 'search';
    const states = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': list.id };
    for (const [name, value] of Object.entries({ ...states, 'aria-expanded': 'false' })) {
      input.setAttribute(name, value);
    }
    return list;
  };

  /**
   * @param {Field} field
   * @param {number} to
   */
  const activate = (field, to) => {
    const { input, options } = field;
    field.active = to;
    for (const [index, option] of options.entries()) {
      option.setAttribute('aria-selected', String(index === to));
    }
    const option = options[to];
    option?.scrollIntoView({ block: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  };

  /**
   * @param {Field} field
   * @param {boolean} isOpen
   */
  const open = (field, isOpen) => {
    field.list.hidden = !isOpen;
    field.input.setAttribute('aria-expanded', String(isOpen));
    activate(field, -1);
  };

  /**
   * @param {Field} field
   * @param {Suggestion} suggestion
   */
  const addOption = ({ list, options }, { text, more, href }) => {
    const id = `${list.id}-${options.length}`;
    const option = element('div', { role: 'option', id, 'data-href': href }, text);
    if (more) option.append(' ', element('span', { class: 'dim' }, more));
    options.push(option);
    return option;
  };

  /**
   * @param {Field} field
   * @param {Found} found
   */
  const show = (field, found) => {
    const { input, list } = field;
    field.options = [];
    const groups = Object.entries(KINDS).flatMap(([kind, read]) => {
      const name = input.dataset[kind] ?? '';
      const shown = (found[kind] ?? []).map((/** @type {unknown} */ each) =>
        addOption(field, read(each)),
      );
      const title = element('div', { class: 'suggestions-kind', 'aria-hidden': 'true' }, name);
      return shown.length === 0
        ? []
        : [element('div', { role: 'group', 'aria-label': name }, title, ...shown)];
    });
    list.replaceChildren(...groups);
    open(field, field.options.length > 0 && document.activeElement === input);
  };

  /** @param {Field} field */
  const ask = async (field) => {
    const { input } = field;
    field.request.abort();
    field.request = new AbortController();
    const { signal } = field.request;
    const q = input.value.trim();
    if (q.length < LEAST_CHARACTERS) return open(field, false);
    try {
      const url = `${input.dataset['suggest']}?${new URLSearchParams({ q, limit: '5' })}`;
      const response = await fetch(url, { signal, credentials: 'omit' });
      // Without suggestions, the search itself still works.
      show(field, response.ok ? (await response.json()).data : {});
    } catch {
      if (!signal.aborted) open(field, false);
    }
  };

  /** @param {Element | null | undefined} option */
  const go = (option) => {
    const href = option?.getAttribute('data-href');
    if (href) location.assign(href);
    return Boolean(href);
  };

  /**
   * @param {Field} field
   * @param {KeyboardEvent} event
   */
  const pressKey = (field, event) => {
    if (event.isComposing) return;
    const { list, options } = field;
    const isOpen = !list.hidden;
    const count = options.length + 1;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && options.length > 0) {
      event.preventDefault();
      if (!isOpen) open(field, true);
      // After the last option comes the field itself.
      activate(field, ((field.active + 1 + step + count) % count) - 1);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      open(field, false);
    } else if (event.key === 'Enter' && isOpen && go(options[field.active])) {
      event.preventDefault();
    }
  };

  /**
   * @param {HTMLInputElement} input
   * @param {number} at
   */
  const suggestIn = (input, at) => {
    const list = addList(input, at);
    /** @type {Field} */
    const field = { input, list, options: [], active: -1, request: new AbortController() };
    let timer = 0;
    input.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => ask(field), WAIT_MS);
    });
    input.addEventListener('blur', () => {
      clearTimeout(timer);
      field.request.abort();
      open(field, false);
    });
    input.addEventListener('keydown', (event) => pressKey(field, event));
    // The field keeps the focus, so a click does not close the list before it counts.
    list.addEventListener('mousedown', (event) => event.preventDefault());
    list.addEventListener('click', (event) => {
      if (event.target instanceof Element) go(event.target.closest('[role=option]'));
    });
  };

  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = document.querySelectorAll('input[data-suggest]');
  for (const [at, input] of inputs.entries()) suggestIn(input, at);
}
