import { findCircles } from './circles.mjs';

/**
 * The kinds of rules. Each one takes a rule, all files and the workspaces, and returns its faults as text.
 * Tests are free from the rules of direction: they may build a whole product around one file.
 */
export const kinds = {
  /** No circle of files, of folders, or of sibling folders below `within`. */
  circles: (rule, files) =>
    findCircles(files.filter((file) => !file.isTest && isIn(file.path, rule.within))).map(({ of, size, steps }) =>
      [
        `circle of ${of} in ${rule.within}, ${size} of them in the knot:`,
        ...steps.map(({ from, line, to }) => `    ${from}:${line} imports ${to}`),
      ].join('\n'),
    ),

  /** A file imports only from its own layer and from those listed before it. */
  layers: (rule, files) =>
    importsWithin(rule, files).flatMap(({ file, each }) => {
      if (!each.target || !isIn(each.target, rule.within)) return [];
      const [from, to] = [layerOf(rule, file.path), layerOf(rule, each.target)];
      if (from === -1) return [`${file.path} has no place in the ${rule.name}: add its folder to scripts/checks/imports/rules.mjs`];
      return to > from ? [sentence(file, each, rule)] : [];
    }),

  /** Folders below `within` import each other only as `allowed` lists, "from → to" with a reason; each entry must have a use. */
  apart: (rule, files) => {
    const crossing = importsWithin(rule, files)
      .filter(({ each }) => each.target && isIn(each.target, rule.within))
      .map(({ file, each }) => ({ file, each, pair: [file.path, each.target].map((path) => firstPart(rule.within, path)) }))
      .filter(({ pair: [from, to] }) => from !== to);
    const used = new Set(crossing.map(({ pair }) => pair.join(' → ')));
    return [
      ...crossing.filter(({ pair }) => !rule.allowed[pair.join(' → ')]).map(({ file, each }) => sentence(file, each, rule)),
      ...Object.keys(rule.allowed)
        .filter((pair) => !used.has(pair) && files.some(({ path }) => isIn(path, rule.within)))
        .map((pair) => `"${pair}" is allowed in the ${rule.name} but not used: remove it from scripts/checks/imports/rules.mjs`),
    ];
  },

  /** No file below `within` imports one of the packages, except those in the folders of `except`. */
  forbidden: (rule, files) =>
    importsWithin(rule, files)
      .filter(({ file }) => !(rule.except ?? []).some((folder) => isIn(file.path, folder)))
      .filter(({ each }) => rule.packages.some((name) => isIn(each.specifier, name)))
      .map(({ file, each }) => sentence(file, each, rule)),

  /** Files below `within` import no other packages. */
  only: (rule, files) =>
    importsWithin(rule, files)
      .filter(({ each }) => !each.target && !rule.packages.some((name) => isIn(each.specifier, name)))
      .map(({ file, each }) => sentence(file, each, rule)),

  /** No relative import leads from one workspace into another; holds for tests also. */
  workspaces: (rule, files, workspaces) =>
    files.flatMap((file) =>
      file.imports
        .filter(({ target }) => {
          const to = workspaces.find((name) => target && isIn(target, name));
          return to && !isIn(file.path, to);
        })
        .map((each) => sentence(file, each, rule)),
    ),
};

function importsWithin({ within }, files) {
  return files.filter((file) => !file.isTest && isIn(file.path, within)).flatMap((file) => file.imports.map((each) => ({ file, each })));
}

function sentence({ path }, { line, specifier }, { why }) {
  return `${path}:${line} imports ${specifier}: ${why}`;
}

function layerOf({ within, layers }, path) {
  const part = firstPart(within, path).replace(/\.\w+$/, '');
  return layers.findIndex((layer) => layer.includes(part));
}

function firstPart(folder, path) {
  return path.slice(folder.length + 1).split('/')[0];
}

function isIn(path, folder) {
  return path === folder || path.startsWith(`${folder}/`);
}
