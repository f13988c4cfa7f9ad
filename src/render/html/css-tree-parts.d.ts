// The parts of css-tree that work without its dictionary of properties, which would be half of it.

declare module 'css-tree/parser' {
  export { parse as default } from 'css-tree';
}

declare module 'css-tree/generator' {
  export { generate as default } from 'css-tree';
}

declare module 'css-tree/walker' {
  export { walk as default } from 'css-tree';
}
