// Separate from the host of a process, so that the command line starts without the HTTP client, which is large.
export { fetchThrough } from '../../remote/dispatcher.ts';
