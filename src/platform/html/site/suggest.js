// @ts-check
// Suggests mods, authors and categories below a search field while a visitor types.
{
  const WAIT_MS = 180;
  const LEAST_CHARACTERS = 2;

  /**
   * @typedef {{ text: string, more: string, href: string }} Suggestion
   * @typedef {Readonly<Record<string, any>>} Found
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
   * @param {HTMLInputElement} input
   * @param {number} at
   */
  const suggestIn = (input, at) => {
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
    /** @type {HTMLElement[]} */
    let options = [];
    let active = -1;
    let asked = new AbortController();
    let timer = 0;

    const activate = (/** @type {number} */ to) => {
      active = to;
      for (const [index, option] of options.entries()) {
        option.setAttribute('aria-selected', String(index === to));
      }
      const option = options[to];
      option?.scrollIntoView({ block: 'nearest' });
      if (option) input.setAttribute('aria-activedescendant', option.id);
      else input.removeAttribute('aria-activedescendant');
    };
    const open = (/** @type {boolean} */ isOpen) => {
      list.hidden = !isOpen;
      input.setAttribute('aria-expanded', String(isOpen));
      activate(-1);
    };
    const show = (/** @type {Found} */ found) => {
      options = [];
      const groups = Object.entries(KINDS).flatMap(([kind, read]) => {
        const name = input.dataset[kind] ?? '';
        const shown = (found[kind] ?? []).map((/** @type {unknown} */ each) => {
          const { text, more, href } = read(each);
          const id = `${list.id}-${options.length}`;
          const option = element('div', { role: 'option', id, 'data-href': href }, text);
          if (more) option.append(' ', element('span', { class: 'dim' }, more));
          options.push(option);
          return option;
        });
        const title = element('div', { class: 'suggestions-kind', 'aria-hidden': 'true' }, name);
        return shown.length === 0
          ? []
          : [element('div', { role: 'group', 'aria-label': name }, title, ...shown)];
      });
      list.replaceChildren(...groups);
      open(options.length > 0 && document.activeElement === input);
    };
    const ask = async () => {
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      const q = input.value.trim();
      if (q.length < LEAST_CHARACTERS) return open(false);
      try {
        const url = `${input.dataset['suggest']}?${new URLSearchParams({ q, limit: '5' })}`;
        const response = await fetch(url, { signal, credentials: 'omit' });
        // Without suggestions, the search itself still works.
        show(response.ok ? (await response.json()).data : {});
      } catch {
        if (!signal.aborted) open(false);
      }
    };
    const go = (/** @type {Element | null | undefined} */ option) => {
      const href = option?.getAttribute('data-href');
      if (href) location.assign(href);
      return Boolean(href);
    };

    input.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(ask, WAIT_MS);
    });
    input.addEventListener('blur', () => {
      clearTimeout(timer);
      asked.abort();
      open(false);
    });
    input.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      const isOpen = !list.hidden;
      const count = options.length + 1;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0 && options.length > 0) {
        event.preventDefault();
        if (!isOpen) open(true);
        // After the last option comes the field itself.
        activate(((active + 1 + step + count) % count) - 1);
      } else if (event.key === 'Escape' && isOpen) {
        event.preventDefault();
        open(false);
      } else if (event.key === 'Enter' && isOpen && go(options[active])) {
        event.preventDefault();
      }
    });
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
