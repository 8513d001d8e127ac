/** The library's entry to proofs: trees of hashes, signed notes and checkpoints. Inside the project, a file imports the file that declares a name. */

export { fromBase64, fromHex, toBase64, toHex } from './bytes.ts'
export { type Checkpoint, readCheckpoint, readSignedHead, writeCheckpoint } from './checkpoints.ts'
export { isSignedBy, logKeysOf, originOf, readKey, type VerifierKey, writeKey } from './keys.ts'
export { isCosigned, type Note, type Problem, readNote, type Verified, verifyNote, writeNote } from './notes.ts'
export { readTlogProof, type TlogProof, writeTlogProof } from './tlog-proof.ts'
export { type Hash, hashLeaf, hashNode, isConsistent, rootByInclusion, type TreeHead } from './tree.ts'
