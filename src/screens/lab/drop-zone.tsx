import './drop-zone.css'
import { useState } from 'preact/hooks'
import { useWindowEvent } from '../kit/use-page.ts'
import { lab } from '../words/lab.ts'

type OnFile = { onFile: (file: File) => void }

/** A button that asks for a file. The same file may be chosen again: it was edited meanwhile. */
export function FileChooser({ onFile }: OnFile) {
  return (
    <label class="button is-plain is-normal lab-file shows-focus">
      {lab.openBook}
      <input
        class="only-heard"
        type="file"
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** The whole page takes a file that is dropped on it, and says so while one is held over it. */
export function DropZone({ onFile }: OnFile) {
  const [isOver, setOver] = useState(false)
  useWindowEvent('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(true)
  })
  useWindowEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setOver(false)
  })
  useWindowEvent('drop', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer!.files
    if (file) onFile(file)
  })
  return isOver ? <p class="lab-drop">{lab.dropHere}</p> : null
}
