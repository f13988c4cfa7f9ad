import { ok, type Answer } from './answers.ts';

/** GitHub's default and maximum page size. */
const [USUAL_PAGE, LARGEST_PAGE] = [30, 100];

interface PageRequest {
  readonly query: Readonly<Record<string, unknown>>;
  /** The requested address, whose `page` is replaced in the links. */
  readonly url: URL;
}

/** One page of a list, with GitHub's header of links to other pages. */
export function paged(all: readonly unknown[], { query, url }: PageRequest): Answer {
  const size = Math.min(Number(query['per_page'] ?? USUAL_PAGE), LARGEST_PAGE);
  const page = Math.max(1, Number(query['page'] ?? 1));
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = ([rel, number]: readonly [string, number]) => {
    const target = new URL(url);
    target.searchParams.set('page', String(number));
    return `<${target.href}>; rel="${rel}"`;
  };
  const before = [['prev', Math.min(page - 1, last)]] as const;
  const after = [
    ['next', page + 1],
    ['last', last],
  ] as const;
  const first = [['first', 1]] as const;
  const links = [...(page > 1 ? before : []), ...(page < last ? after : []), ...(page > 1 ? first : [])];
  return ok(
    all.slice((page - 1) * size, page * size),
    links.length === 0 ? {} : { link: links.map(link).join(', ') },
  );
}
