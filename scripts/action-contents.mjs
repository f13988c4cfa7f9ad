// Bundles the action in memory, and prints as JSON how large it is and which files it is made of.
import { build } from 'esbuild';
import { actionBundle } from './action-bundle.mjs';

const { metafile, outputFiles } = await build(actionBundle);
const [{ contents }] = outputFiles;
const [{ inputs }] = Object.values(metafile.outputs);
const files = Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0);
console.log(JSON.stringify({ bytes: contents.length, files }));
