/** The part of `serve --help` about quirks. A test compares it with the service's own table of them. */
export const QUIRKS_HELP = [
  'ways in which a real service may differ, comma-separated:',
  'merge-updates, read-lag=30s, search-lag=30s, search-rows=partial, read-view=documented, publish-204,',
  'publish-200, forbidden=ID, details-only, respell=entities,trim,drop-empty,nfc,utc, late-default=PATH,',
  'moving-value=PATH, draft-versions, document-ids, draft-only-updates, keep-failures; see docs/service.md',
].join(' ');

/** The text below the options of `serve --help`: enough to try the service with only curl. A test runs it. */
export const SERVE_HELP = String.raw`
Try it: start it with --control --clock manual, and paste these commands into
another terminal.

Create a draft, and keep its ID in the variable ID:

  ID=$(curl -sS http://127.0.0.1:4010/v5/campaigns \
    -u local:local -H 'SVC-APPKEY: local' \
    -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $(node -p 'crypto.randomUUID()')" \
    -H "X-SVC-Request-Id: try-$(date +%s)" \
    -d '{"channel": "PUSH", "campaign_delivery_type": "ONE_TIME",
         "created_by": "you@example.com",
         "basic_details": {"name": "My first campaign"}}' |
    grep -o '[0-9a-f]\{24\}'); echo "$ID"

Read it:

  curl -sS "http://127.0.0.1:4010/v5/campaigns/$ID" \
    -u local:local -H 'SVC-APPKEY: local'

Find all drafts; a repeated Idempotency-Key would return the earlier answer:

  curl -sS http://127.0.0.1:4010/v5/campaigns/search \
    -u local:local -H 'SVC-APPKEY: local' \
    -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $(node -p 'crypto.randomUUID()')" \
    -d '{"limit": 15, "page": 1, "campaign_fields": {"status": ["DRAFT"]}}'

Move the clock by an hour, and let the next creation fail:

  curl -sS http://127.0.0.1:4010/_control/clock -d '{"advance_ms": 3600000}'
  curl -sS http://127.0.0.1:4010/_control/faults \
    -d '{"operation": "create", "kind": "status", "status": 500}'

Everything else, for any tool that reads OpenAPI:

  curl -sS http://127.0.0.1:4010/openapi.json

-u takes the workspace and its API key. More: docs/service.md in the repository.`;
