/** A word, with quotes or parentheses around it and a punctuation mark behind it. A value in a template is a `§`. */
const WORD = /^["'“‘(`]*[\p{L}§][\p{L}§'’-]*["'”’)`]*[.,;:!?…]*$/u;

/** Whether a text has a run of at least `words` words, most of which are written out. A value in a template is one. */
function isSentence(text, words) {
  let run = [];
  for (const word of text.split(/\s+/)) {
    run = WORD.test(word) ? [...run, word] : [];
    if (run.length >= words && run.filter((one) => !one.includes('§')).length > words / 2) return true;
  }
  return false;
}

function isInError(node) {
  for (let at = node.parent; at && !/Function/.test(at.type); at = at.parent)
    if (at.type === 'NewExpression' && /Error$/.test(at.callee.name ?? '')) return true;
  return false;
}

/**
 * An ESLint rule: no sentences in a string or template. They are in src/messages, and codes say which is meant. `words`:
 * how many words in a row make a sentence. `errors`: whether messages of errors count, too. Elsewhere, our own bugs are
 * thrown as errors, and people who see one read its message in English.
 */
export const noSentences = {
  meta: {
    type: 'problem',
    messages: { found: 'Return a code with parameters; src/messages puts it into words.' },
    schema: [
      {
        type: 'object',
        properties: { words: { type: 'integer' }, errors: { type: 'boolean' } },
        required: ['words', 'errors'],
        additionalProperties: false,
      },
    ],
  },
  create(context) {
    const [{ words, errors }] = context.options;
    const check = (node, text) => {
      if (isSentence(text, words) && (errors || !isInError(node)))
        context.report({ node, messageId: 'found' });
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
