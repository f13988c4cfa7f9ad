// What a page does in a browser: filter, tabs, frames, pictures, printing. The function is written into the page as text
// (page.tsx), so it uses nothing outside of itself. Without it, everything but the emails can be read.
export function pageScript() {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const cards = all('.card');

  /** Cards are prepared when they are opened first: a thousand changes don't wait for frames that no one looks at. */
  function prepare(card) {
    if (card.open === false || card.dataset.ready !== undefined) return;
    card.dataset.ready = '';
    all('.tabs', card).forEach(addTabs);
    showFrames(card);
    const hasPictures =
      all('[data-picture]', card).length > 0 || frameTexts(card).some((text) => text.includes('data-src='));
    for (const button of all('[data-pictures]', card)) button.hidden = !hasPictures;
  }

  const frameTexts = (card) => all('.frame', card).map((place) => place.dataset.srcdoc);

  /** Frames of what can be seen: the chosen tab, as the chosen user sees it. */
  function showFrames(card) {
    const isOpen = card.dataset.ready !== undefined;
    for (const place of isOpen ? all('.frame:not(:has(iframe))', card) : []) {
      if (place.offsetParent === null) continue;
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', '');
      frame.setAttribute('referrerpolicy', 'no-referrer');
      frame.title = place.dataset.title;
      fill(frame, place.dataset.srcdoc, card.dataset.shownPictures !== undefined);
      place.append(frame);
    }
  }

  function fill(frame, text, withPictures) {
    const shown = withPictures
      ? text.replace('img-src data:', 'img-src data: https:').replaceAll(' data-src="', ' src="')
      : text;
    frame.setAttribute('srcdoc', shown);
  }

  /** Pictures load only now that a reader has asked for them, and only those of this card. */
  function showPictures(card) {
    card.dataset.shownPictures = '';
    for (const place of all('[data-picture]', card)) {
      const picture = document.createElement('img');
      picture.alt = place.textContent;
      picture.referrerPolicy = 'no-referrer';
      picture.src = place.dataset.picture;
      place.removeAttribute('data-picture');
      place.replaceChildren(picture);
    }
    for (const frame of all('iframe', card)) fill(frame, frame.parentElement.dataset.srcdoc, true);
  }

  let tabs = 0;

  /** The languages and variations of a message, of which one is shown; first one that changes. */
  function addTabs(root) {
    const panels = all(':scope > .panel', root);
    const list = document.createElement('div');
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', 'Languages and variations');
    const buttons = panels.map((panel) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.id = `tab-${++tabs}`;
      panel.id = `panel-${tabs}`;
      button.setAttribute('role', 'tab');
      button.setAttribute('aria-controls', panel.id);
      button.textContent = panel.dataset.label;
      if (panel.dataset.changed !== undefined) button.className = 'changed';
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', button.id);
      panel.tabIndex = 0;
      return button;
    });
    if (panels.every(({ dataset }) => dataset.changed !== undefined))
      for (const button of buttons) button.className = '';
    const choose = (chosen) => {
      buttons.forEach((button, at) => {
        button.setAttribute('aria-selected', String(at === chosen));
        button.tabIndex = at === chosen ? 0 : -1;
        panels[at].classList.toggle('behind', at !== chosen);
      });
      showFrames(root.closest('.card'));
    };
    list.addEventListener('click', (event) => {
      const at = buttons.indexOf(event.target);
      if (at >= 0) choose(at);
    });
    list.addEventListener('keydown', (event) => {
      const at = buttons.indexOf(event.target);
      const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
      if (next === undefined || at < 0) return;
      event.preventDefault();
      const chosen = (next + buttons.length) % buttons.length;
      choose(chosen);
      buttons[chosen].focus();
    });
    list.append(...buttons);
    root.prepend(list);
    choose(
      Math.max(
        0,
        panels.findIndex((panel) => panel.dataset.changed !== undefined),
      ),
    );
  }

  // Search and filter.

  const bar = document.querySelector('.filters');
  const filters = bar ? cards.map((card) => JSON.parse(card.dataset.filters)) : [];
  let texts;

  function filter() {
    const wanted = bar.querySelector('[data-search]').value.trim().toLowerCase();
    const choices = all('[data-filter]', bar).filter(({ value }) => value !== '');
    // Read once, when it is needed first.
    if (wanted !== '') texts ??= cards.map((card) => card.textContent.toLowerCase());
    let shown = 0;
    cards.forEach((card, at) => {
      const fits =
        choices.every(({ dataset, value }) => filters[at][dataset.filter].includes(value)) &&
        (wanted === '' || texts[at].includes(wanted));
      card.hidden = !fits;
      if (fits) shown++;
    });
    const isFiltered = wanted !== '' || choices.length > 0;
    for (const group of all('.group')) {
      const left = group.querySelectorAll('.card:not([hidden])').length;
      group.hidden = left === 0;
      if (isFiltered && left > 0) group.open = true;
    }
    for (const section of all('section'))
      if (section.querySelector('.card')) section.hidden = !section.querySelector('.card:not([hidden])');
    bar.querySelector('[data-count]').textContent = isFiltered
      ? `${shown} of ${cards.length} changes`
      : `${cards.length} changes`;
  }

  /** Opens or closes everything that the filter shows. */
  function openAll(isOpen) {
    for (const one of all('.group:not([hidden]), .card:not([hidden])')) one.open = isOpen;
  }

  if (bar) {
    bar.hidden = false;
    bar.addEventListener('input', filter);
    const button = bar.querySelector('[data-open-all]');
    button.addEventListener('click', () => {
      const isOpen = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(isOpen));
      openAll(isOpen);
    });
    filter();
  }

  for (const choice of all('[data-users]')) {
    choice.hidden = false;
    choice.addEventListener('change', ({ target }) => {
      document.body.dataset.view = target.value;
      cards.forEach(showFrames);
    });
  }

  document.addEventListener('click', ({ target }) => {
    const card = target.closest?.('.card');
    if (!card) return;
    if (target.matches('[data-pictures]')) {
      showPictures(card);
      target.hidden = true;
    }
    if (!target.matches('[data-width]')) return;
    card.dataset.shownWidth = target.dataset.width;
    for (const one of all('[data-width]', card)) one.setAttribute('aria-pressed', String(one === target));
  });

  // The event of a `details` doesn't bubble.
  document.addEventListener('toggle', ({ target }) => target.matches('.card') && prepare(target), true);
  cards.forEach(prepare);

  /** More than these are printed as they are on the screen. */
  const printedAtMost = 50;
  addEventListener('beforeprint', () => {
    if (all('.card:not([hidden])').length <= printedAtMost) openAll(true);
    cards.forEach(prepare);
  });
}
