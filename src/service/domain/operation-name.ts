/** The operations of the API, by the names that faults, limits and the log use. */
// prettier-ignore
export type OperationName =
  | 'create' | 'get' | 'update' | 'validate' | 'status' | 'search' | 'meta' | 'test' | 'preview'
  | 'publish' | 'executions' | 'control-group';
