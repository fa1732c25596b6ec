import '@github/markdown-toolbar-element';
