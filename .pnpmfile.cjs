// The packages of Node name their platform as text. pnpm skips the packages of other platforms only if it is a list.
module.exports = {
  hooks: {
    readPackage(manifest) {
      if (/^node-(darwin|linux|win)-/.test(manifest.name)) {
        manifest.os = [manifest.os].flat();
        manifest.cpu = [manifest.cpu].flat();
      }
      return manifest;
    },
  },
};
