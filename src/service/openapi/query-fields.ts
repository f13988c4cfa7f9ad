import { ALL_DELIVERY_TYPES, READ_CHANNELS, STATUSES } from '../campaign/campaign-record.ts';
import type { JsonObject } from '../json.ts';
import { MOST_WORDS } from '../operations/field-reader.ts';
import { PAGE_SIZE } from '../operations/search-query.ts';
import { count, list, open, text, word } from './schema.ts';

export const PAGE = count('The page, from 1. The last page is the one with fewer rows than limit.');
export const LIMIT = count('Rows of a page.', { minimum: 1, maximum: PAGE_SIZE });

const MOST = { maxItems: MOST_WORDS };

const CREATED_DATE = open({
  from_date: text('The first day or second: 2024-01-01 or 2024-01-01T00:00:00, in UTC.'),
  to_date: text('The last one.'),
});

/** The filters of search and metadata. Open points W12 and W15. */
export const QUERY_FIELDS: JsonObject = {
  search_fields: {
    description: 'Filters combine with AND, the values of one filter with OR.',
    ...open({
      ids: list('Ids or campaign ids.', { type: 'string' }, MOST),
      channels: list('Channels.', { enum: READ_CHANNELS }, MOST),
      created_by: list('E-mail addresses of authors.', { type: 'string' }, MOST),
      created_date: CREATED_DATE,
      campaign_delivery_type: list('Delivery types.', { enum: ALL_DELIVERY_TYPES }, MOST),
      name: text('A part of the name, in any case.'),
      status: list('Statuses. Drafts are found only where DRAFT is among them.', { enum: STATUSES }, MOST),
      tags: list('Tags; one of them is enough.', { type: 'string' }, MOST),
      version_number: count('One version of each campaign.'),
    }),
  },
  meta_fields: {
    description: 'As in search, except that id and delivery_type are one text each.',
    ...open({
      id: text('An id or a campaign id.'),
      channels: list('Channels.', { enum: READ_CHANNELS }, MOST),
      created_by: list('E-mail addresses of authors.', { type: 'string' }, MOST),
      created_date: CREATED_DATE,
      delivery_type: word('A delivery type.', ALL_DELIVERY_TYPES),
      name: text('A part of the name, in any case.'),
      status: list('Statuses. Drafts are found only where DRAFT is among them.', { enum: STATUSES }, MOST),
      tags: list('Tags; one of them is enough.', { type: 'string' }, MOST),
    }),
  },
};
