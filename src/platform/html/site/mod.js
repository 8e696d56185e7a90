// @ts-check
// The pages of a mod: copies a checksum, opens pictures above the page, explains the hand-off.
{
  for (const button of document.querySelectorAll('button[data-copy]')) {
    const label = button.querySelector('span');
    const source = document.getElementById(button.getAttribute('data-copy') ?? '');
    // Browsers offer the clipboard only on secure pages.
    if (!navigator.clipboard || !label || !source) continue;
    const before = label.textContent;
    button.removeAttribute('hidden');
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(source.textContent ?? '');
      label.textContent = button.getAttribute('data-copied');
      setTimeout(() => {
        label.textContent = before;
      }, 3000);
    });
  }

  const help = document.querySelector('details.help');
  for (const link of document.querySelectorAll('a[data-hand-off]')) {
    // Without a program for the address, nothing else happens on the screen.
    link.addEventListener('click', () => help?.setAttribute('open', ''));
  }
}
{
  const gallery = document.querySelector('[data-gallery]');
  if (gallery && 'HTMLDialogElement' in window) {
    const links = [...gallery.querySelectorAll('a')];
    const dialog = document.createElement('dialog');
    const image = document.createElement('img');
    const caption = document.createElement('p');
    const buttons = document.createElement('div');
    let at = 0;

    const show = (/** @type {number} */ next) => {
      at = (next + links.length) % links.length;
      const small = links[at]?.querySelector('img');
      image.src = links[at]?.href ?? '';
      image.setAttribute('width', small?.getAttribute('width') ?? '');
      image.setAttribute('height', small?.getAttribute('height') ?? '');
      image.alt = small?.alt ?? '';
      caption.textContent = [`${at + 1} / ${links.length}`, image.alt].filter(Boolean).join(' · ');
    };
    const add = (/** @type {string} */ name, /** @type {() => void} */ act) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'quiet';
      button.textContent = gallery.getAttribute(`data-${name}`);
      button.addEventListener('click', act);
      buttons.append(button);
    };

    dialog.className = 'lightbox';
    dialog.setAttribute('aria-label', gallery.getAttribute('data-title') ?? '');
    caption.setAttribute('aria-live', 'polite');
    buttons.className = 'actions';
    if (links.length > 1) {
      add('previous', () => show(at - 1));
      add('next', () => show(at + 1));
    }
    add('close', () => dialog.close());
    dialog.append(image, caption, buttons);
    dialog.addEventListener('keydown', ({ key }) => {
      if (key === 'ArrowLeft') show(at - 1);
      if (key === 'ArrowRight') show(at + 1);
    });
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog) dialog.close();
    });
    dialog.addEventListener('close', () => links[at]?.focus());
    document.body.append(dialog);

    for (const [place, link] of links.entries()) {
      link.addEventListener('click', (event) => {
        // A visitor may want the picture in a tab of its own.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        show(place);
        dialog.showModal();
      });
    }
  }
}
