export function closed<Schema extends object>(schema: Schema): Schema;
