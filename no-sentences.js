/** From how many words in a row on a text counts as a sentence. A value in a template counts as one. */
const WORDS = 5;

/** A word, with quotes or parentheses around it and a punctuation mark behind it. A value in a template is a `§`. */
const WORD = /^["'“‘(`]*[\p{L}§][\p{L}§'’-]*["'”’)`]*[.,;:!?…]*$/u;

/** Whether a text has a run of that many words, most of which are written out. */
function isSentence(text) {
  let run = [];
  for (const word of text.split(/\s+/)) {
    run = WORD.test(word) ? [...run, word] : [];
    if (run.length >= WORDS && run.filter((one) => !one.includes('§')).length > WORDS / 2) return true;
  }
  return false;
}

/** Our own bugs are thrown as errors, and people who see one read its message in English. */
function isInError(node) {
  for (let at = node.parent; at && !/Function/.test(at.type); at = at.parent)
    if (at.type === 'NewExpression' && /Error$/.test(at.callee.name ?? '')) return true;
  return false;
}

/** An ESLint rule: no sentences in a string or template. They are in src/messages, and codes say which is meant. */
export const noSentences = {
  meta: {
    type: 'problem',
    messages: { found: 'Return a code with parameters; src/messages puts it into words.' },
    schema: [],
  },
  create(context) {
    const check = (node, text) => {
      if (isSentence(text) && !isInError(node)) context.report({ node, messageId: 'found' });
    };
    return {
      Literal(node) {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateLiteral(node) {
        check(node, node.quasis.map(({ value }) => value.cooked ?? value.raw).join('§'));
      },
    };
  },
};
