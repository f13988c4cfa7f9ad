// src/action may not import src/remote. In a file of its own, so that the command line starts without loading the large HTTP client.
export { fetchThrough } from '../remote/dispatcher.ts';
